import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { flowOf } from './flow.ts'

/** Shows the person an error that occurs before it is known where the application wants its answers. */
export function renderError(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  const flow = flowOf(ctx.req)
  flow.pageError = { error: out.error, description: out.error_description ?? '', status: ctx.status }
  ctx.body = out
}
