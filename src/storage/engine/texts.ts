import { UnstorableText } from '../../model/errors/unstorable-text.ts'

/** Returns true if both databases can store this text unchanged. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const mayBeHandedOver = (value: unknown): boolean =>
  typeof value === 'string' ? isStorable(value) : !Array.isArray(value) || value.every(mayBeHandedOver)

/**
 * Returns the values of a statement in a form that a database accepts. No stored text equals one that can't be stored,
 * so for a read such a text becomes null, which equals nothing. Throws UnstorableText for a write.
 */
export function handedOver<Value>(values: readonly Value[], isRead: boolean): readonly (Value | null)[] {
  if (values.every(mayBeHandedOver)) return values
  if (!isRead) throw new UnstorableText()
  return values.map((value) => {
    if (Array.isArray(value)) return value.filter(mayBeHandedOver) as Value
    return mayBeHandedOver(value) ? value : null
  })
}

/** Returns true if the statement is a select, for statements of which only the text is known. */
export const isSelect = (text: string): boolean => /^\s*\(?select\b/i.test(text)
