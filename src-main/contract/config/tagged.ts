// Objects told apart by one field, so that ajv reports the one branch that was meant and not all of them.
import { Type, type Static, type TSchema } from '@sinclair/typebox';

/** @param tag the field that tells the branches apart, such as `kind` */
export function tagged<Branches extends TSchema[]>(tag: string, branches: [...Branches]) {
  return Type.Unsafe<Static<Branches[number]>>({
    type: 'object',
    required: [tag],
    discriminator: { propertyName: tag },
    oneOf: branches,
  });
}

export const optional = Type.Optional;
export const positive = Type.Integer({ minimum: 1 });
