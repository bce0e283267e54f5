import type { Setting } from '../domain/operation/settings.ts'

/** Returns a setting as commands and the API show it. */
export const shownSetting = ({ name, value, source }: Setting) => ({ name, value, source })
