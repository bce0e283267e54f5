import { end, number, orNull, text } from './field.ts'

/** The fields of an invite. */
export const inviteFields = {
  /** The number of registrations that are left. */
  uses: number({
    min: 1,
    max: 1_000_000,
    initial: 1,
    meaning: 'the number of accounts that can be registered with it',
  }),
  expiresAt: end({ option: 'expires' }),
  group: orNull(
    text({ placeholder: 'NAME', meaning: 'a group that players who register with it join', isQuiet: true }),
  ),
}
