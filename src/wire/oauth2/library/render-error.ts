import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { flowOf } from './flow.ts'

/** Shows the person an error that occurs before it is known where the application wants its answers. */
export function renderError(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  const flow = flowOf(ctx.req)
  const { client, params } = ctx.oidc
  const sent = (name: string): string | undefined => {
    const value = params?.[name]
    return typeof value === 'string' ? value : undefined
  }
  const id = sent('client_id')
  flow.pageError = {
    error: out.error,
    description: out.error_description ?? '',
    status: ctx.status,
    client: id === undefined ? undefined : { id, name: client?.clientName },
    redirectUri: sent('redirect_uri'),
  }
  ctx.body = out
}
