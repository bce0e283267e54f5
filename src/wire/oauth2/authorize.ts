import type { FastifyReply, FastifyRequest } from 'fastify'
import { authorizationUrl } from './authorization-url.ts'
import type { PageError, SignedIn } from './library/flow.ts'
import type { OpenLibrary } from './library/load-oidc-library.ts'

/** The path to which the person returns after consenting or refusing. */
const resumed = /\/authorize\/([\w-]{1,64})$/

/**
 * Answers an authorization request with a redirect to the application or to a page. Returns an error that the
 * application must not be told, without answering, if it is unknown where that wants its answers. Throws database
 * errors.
 */
export const authorizeWith =
  (library: OpenLibrary) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    signedIn: SignedIn | undefined,
  ): Promise<PageError | undefined> => {
    const [path = ''] = request.url.split('?')
    const uid = resumed.exec(path)?.[1]
    const { url, asksConsent } =
      uid === undefined
        ? authorizationUrl(request.url)
        : { url: `/oauth2/authorize/${uid}`, asksConsent: false }
    return (await library()).show(request, reply, url, { signedIn, asksConsent })
  }
