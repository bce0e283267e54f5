import type { PageContext } from '../context/page-context.ts'

/** Returns the part of the path with this name in its pattern; empty if there is none. */
export function pathParameter({ request }: Pick<PageContext, 'request'>, name: string): string {
  const value = (request.params as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}
