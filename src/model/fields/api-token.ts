import { end, flag, text } from './field.ts'

/** The fields of a token for the API for administration. */
export const apiTokenFields = {
  name: text({
    placeholder: 'NAME',
    rule: 'label',
    isRequired: true,
    meaning: 'the purpose, up to 64 characters; the audit log shows it',
  }),
  readOnly: flag({ meaning: 'the token can read but not change anything' }),
  expiresAt: end({ option: 'expires' }),
}
