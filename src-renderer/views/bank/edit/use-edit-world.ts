// What an edit of the bank needs of the page around it.
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from '../../../data/procedures.ts';
import type { EditWorld } from './edits.ts';

export function useEditWorld(): EditWorld {
  const client = useClient();
  const queries = useQueryClient();
  return useMemo(() => ({ client, queries }), [client, queries]);
}
