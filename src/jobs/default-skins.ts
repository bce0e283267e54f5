import type { PictureContext } from '../domain/context.ts'
import { every } from './beat.ts'

/** Reads changed default skins every `intervalMs`, in each process that serves them. Returns a function that stops this. */
export const startReadingDefaultSkins = (
  { defaultSkins }: PictureContext,
  intervalMs: number,
): (() => void) => every(intervalMs, () => void defaultSkins.refresh())
