// Stands in for a handler that is being written.
import { AppError } from '#contract/failure';

export function notYet(): Promise<never> {
  return Promise.reject(new AppError('unavailable', 'Not available in this version.'));
}
