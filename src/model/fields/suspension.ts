import { end, text } from './field.ts'

/** The fields of the suspension of an account. What is not given stays as it is. */
export const suspensionFields = {
  /** Empty for none. */
  reason: text({
    placeholder: 'TEXT',
    rule: 'reason',
    meaning: 'the reason; the game shows it to the player',
  }),
  until: end(),
}

/** A visitor is told no reason. */
export const visitorSuspensionFields = {
  ...suspensionFields,
  reason: { ...suspensionFields.reason, meaning: 'the reason, for operators' },
}
