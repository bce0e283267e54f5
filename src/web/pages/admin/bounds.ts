import type { Field } from '../../../model/fields/field.ts'
import { ruleOf } from '../../../model/fields/rules.ts'
import type { Field as FormField } from '../../form/forms.ts'

/** Returns what HTML can say of a field that administrators set. A form of something new may add `optional`. */
export const boundsOf = ({ type, max, rule, isNullable }: Field<unknown>): Partial<FormField> => ({
  optional: isNullable === true,
  ...(type === 'number' && { inputmode: 'numeric', maxlength: String(max).length }),
  ...(rule && { maxlength: ruleOf(rule).maxLength }),
})
