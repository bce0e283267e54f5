import type { FastifyReply, FastifyRequest } from 'fastify'
import { authorizationUrl } from './authorization-url.ts'
import type { SignedIn, Told } from './flow.ts'
import type { OpenLibrary } from './open-library.ts'

/** Where the person comes back to once they have agreed, or not. */
const resumed = /\/authorize\/([\w-]{1,64})$/

/**
 * Answers an authorization request of a person's browser: it is sent back to the application, or on to a page. What
 * the application must not be told is returned, and nothing answered: it is not known where that wants its answers.
 * Throws what the store fails with.
 */
export const authorizeWith =
  (library: OpenLibrary) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    signedIn: SignedIn | undefined,
  ): Promise<Told | undefined> => {
    const [path = ''] = request.url.split('?')
    const uid = resumed.exec(path)?.[1]
    const { url, asksConsent } =
      uid === undefined
        ? authorizationUrl(request.url)
        : { url: `/oauth2/authorize/${uid}`, asksConsent: false }
    return (await library()).show(request, reply, url, { signedIn, asksConsent })
  }
