import type { Context } from '../../domain/context.ts'

/** Returns a context for showing addresses of the service. While NORN_PORT is 0, only their paths are known. */
export const rooted = (context: Context): Context => ({
  ...context,
  baseUrl: () => context.config.baseUrl ?? '',
})
