import { text } from './field.ts'

/** The fields of a Bedrock player. */
export const bedrockFields = {
  xuid: text({
    placeholder: 'XUID',
    isRequired: true,
    meaning: 'the id at Xbox (XUID), as a decimal number',
  }),
  /** Nobody proves it: it is only shown. */
  gamertag: text({ placeholder: 'NAME', rule: 'label', meaning: 'the name at Xbox, for people' }),
}
