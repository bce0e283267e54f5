import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'

/** What goes wrong before it is known where the application wants its answers: the person is told. */
export function renderError(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  ctx.body = out
}
