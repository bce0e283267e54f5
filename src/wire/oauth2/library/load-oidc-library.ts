import type { Context } from '../../../domain/context.ts'
import { onceLoaded } from '../../../lib/process/once-loaded.ts'
import type { Library } from './oidc-library.ts'

export type OpenLibrary = () => Promise<Library>

/** Loads the library's code, which would block the event loop for some 100 ms during a request. */
export const loadLibrary = () => import('./oidc-library.ts')

/** Returns the library, which is loaded on first use and then shared. */
export const libraryOf = (context: Context): OpenLibrary =>
  onceLoaded(async () => new (await loadLibrary()).Library(context))
