import { UnstorableText } from '../../model/unstorable-text.ts'

/** Whether both databases keep this text as it is. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const mayBeHandedOver = (value: unknown): boolean =>
  typeof value === 'string' ? isStorable(value) : !Array.isArray(value) || value.every(mayBeHandedOver)

/**
 * The values of a statement as a database may be handed them. Nothing that is stored equals a text that can't be: for
 * a read it is null, which equals nothing. Throws UnstorableText for a write.
 */
export function handedOver<Value>(values: readonly Value[], isRead: boolean): readonly (Value | null)[] {
  if (values.every(mayBeHandedOver)) return values
  if (!isRead) throw new UnstorableText()
  return values.map((value) => {
    if (Array.isArray(value)) return value.filter(mayBeHandedOver) as Value
    return mayBeHandedOver(value) ? value : null
  })
}

/** For statements whose text alone is known. */
export const isSelect = (text: string): boolean => /^\s*\(?select\b/i.test(text)
