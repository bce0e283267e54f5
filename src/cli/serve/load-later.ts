import type { ReadContext } from '../../domain/context.ts'
import { webAuthnLibrary } from '../../domain/passkeys/webauthn-library.ts'
import { isAnyClient } from '../../storage/oauth/clients.ts'
import { isAnyPasskey } from '../../storage/sign-in/passkeys.ts'
import { loadLibrary } from '../../wire/oauth2/library/load-oidc-library.ts'

/** Requests that were waiting for the service to start come first. */
const loadAfterMs = 5000

/**
 * Loads the libraries for OAuth and passkeys where somebody uses them, since loading them during a request would block
 * the event loop too long. A library that fails to load fails that request, not the service.
 */
export function loadTheRestLater({ db }: ReadContext): void {
  const loadWhatIsUsed = async (): Promise<void> => {
    if (await isAnyClient(db)) await loadLibrary()
    if (await isAnyPasskey(db)) await webAuthnLibrary()
  }
  setTimeout(() => void loadWhatIsUsed().catch(() => undefined), loadAfterMs).unref()
}
