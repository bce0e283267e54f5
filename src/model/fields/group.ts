import { orNull, text } from './field.ts'

/** The fields of a group that can be changed. */
export const groupFields = {
  /** Initially the name. */
  title: text({
    placeholder: 'TITLE',
    meaning: 'the name that people see, up to 64 characters',
    rule: 'label',
  }),
  /** Stored as `#rrggbb`. */
  colour: orNull(
    text({
      placeholder: 'HEX',
      meaning: 'a colour as six hexadecimal digits, such as 1f7a5c',
      rule: 'colour',
    }),
    'no colour',
  ),
}
