import { number, orNull, text } from './field.ts'

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
  /** Null unless given: then NORN_CHARACTERS decides. */
  characters: orNull(
    number({
      min: 1,
      max: 20,
      meaning:
        'the players each member may have, 1 to 20; of NORN_CHARACTERS and all groups the highest counts',
      isQuiet: true,
    }),
    'say nothing about it',
  ),
}
