import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { flowOf } from './flow.ts'

/** What goes wrong before it is known where the application wants its answers: the person is told. */
export function renderError(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  const flow = flowOf(ctx.req)
  flow.told = { error: out.error, description: out.error_description ?? '', status: ctx.status }
  ctx.body = out
}
