import { type Adapter, errors } from 'oidc-provider'
import type { Context } from '../../../domain/context.ts'
import {
  type ArtifactKind,
  dropArtifact,
  findArtifact,
  keepArtifact,
} from '../../../domain/oauth/artifacts.ts'
import { findClient } from '../../../domain/oauth/clients.ts'
import { findAccessToken } from '../../../domain/oauth/exchange.ts'
import { endGrant, findGrant } from '../../../domain/oauth/grants.ts'
import { dayMs } from '../../../lib/measure/units.ts'
import { systemActor } from '../../../model/accounts/actor.ts'
import { clientMetadata } from './client-metadata.ts'
import { currentFlow } from './flow.ts'
import { fromLibrary, toLibrary } from './payloads.ts'
import { LibraryTime } from './times.ts'

/** The adapter of a model that is not stored, and therefore never found. */
const nothing: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  // The codes and tokens of a grant are deleted with its row.
  revokeByGrantId: async () => undefined,
}

/**
 * Stores the library's objects in our database, through the domain. Changes of a request to the token endpoint are
 * collected and committed in one transaction when the library has finished (provider.ts).
 */
export function adapterOf(context: Context): (model: string) => Adapter {
  const time = new LibraryTime(context.clock)

  const kept = (kind: ArtifactKind): Adapter => ({
    ...nothing,
    find: async (id) => {
      const artifact = await findArtifact(context, kind, id)
      currentFlow().accountId ??= artifact?.accountId
      return artifact && toLibrary(time, kind, id, artifact)
    },
    upsert: async (id, payload, expiresIn = 0) => {
      const { artifact, userCode } = fromLibrary(time, payload, expiresIn)
      await keepArtifact(context, kind, id, artifact, userCode)
    },
    consume: async (id) => {
      currentFlow().spent = id
    },
  })

  const issued = (kind: ArtifactKind): Adapter => ({
    ...kept(kind),
    upsert: async (token, payload, expiresIn = 0) => {
      const { artifact } = fromLibrary(time, payload, expiresIn)
      currentFlow().issued = { kind, token, artifact }
    },
  })

  const adapters: Readonly<Record<string, Adapter>> = {
    Client: {
      ...nothing,
      find: async (id) => {
        const client = await findClient(context, id)
        return client && clientMetadata(client)
      },
    },
    Grant: {
      ...nothing,
      find: async (id) => {
        const grant = await findGrant(context, id)
        if (!grant) return undefined
        const { accountId, clientId, scope, createdAt } = grant
        // A client exists as long as its row does.
        const times = { iat: time.past(createdAt), exp: time.expiry(context.clock() + dayMs) }
        return { jti: id, kind: 'Grant', accountId, clientId, openid: { scope }, ...times }
      },
      // An application returned a token, or a token was presented twice: no known person asked for it.
      destroy: (id) => endGrant(context, { ...systemActor, address: currentFlow().request.ip }, id),
    },
    AccessToken: {
      ...nothing,
      find: async (token) => {
        const found = await findAccessToken(context, token)
        if (!found) return undefined
        const { accountId, clientId, grantId, scope } = found
        const times = { iat: time.past(found.issuedAt), exp: time.expiry(found.expiresAt) }
        return { jti: token, kind: 'AccessToken', accountId, clientId, grantId, scope, ...times }
      },
      upsert: async (token, { grantId = '', scope = '' }, expiresIn = 0) => {
        const issuedAt = time.now()
        const expiresAt = issuedAt + expiresIn * 1000
        currentFlow().accessToken = { token, grantId, scope, issuedAt, expiresAt }
      },
    },
    AuthorizationCode: kept('AuthorizationCode'),
    RefreshToken: issued('RefreshToken'),
    ClientCredentials: {
      ...issued('ClientCredentials'),
      destroy: (id) => dropArtifact(context, 'ClientCredentials', id),
    },
    DeviceCode: {
      ...kept('DeviceCode'),
      find: async (id) => {
        const found = await findArtifact(context, 'DeviceCode', id)
        if (!found) return undefined
        const payload = toLibrary(time, 'DeviceCode', id, found)
        const isAnswered = found.accountId !== undefined || payload.error !== undefined
        const isWaiting = !isAnswered && found.expiresAt > context.clock()
        if (isWaiting && !context.devicePolls.mayAsk(id)) throw new errors.SlowDown()
        return payload
      },
    },
    Interaction: {
      ...kept('Interaction'),
      // A person who has to sign in comes back with the whole request, so that strangers store nothing.
      upsert: async (id, payload, expiresIn = 0) => {
        if (payload.prompt?.name === 'login') return
        const { artifact } = fromLibrary(time, payload, expiresIn)
        // The person who is asked is the account, whichever of its players the library takes the session for. The answer
        // may end the agreement of before, and must not end with it.
        const accountId = currentFlow().signedIn?.accountId
        await keepArtifact(context, 'Interaction', id, { ...artifact, accountId, grantId: undefined })
      },
      destroy: (id) => dropArtifact(context, 'Interaction', id),
    },
  }
  return (model) => remembersFailure(adapters[model] ?? nothing)
}

/** Remembers a database failure, so that we answer it, whatever the library makes of it. */
function remembersFailure(adapter: Adapter): Adapter {
  const watched = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof Error && !(error instanceof errors.OIDCProviderError)) {
        currentFlow().failure = error
      }
      throw error
    }
  }
  return {
    upsert: (...given) => watched(adapter.upsert(...given)),
    find: (id) => watched(adapter.find(id)),
    findByUserCode: (userCode) => adapter.findByUserCode(userCode),
    findByUid: (uid) => adapter.findByUid(uid),
    consume: (id) => adapter.consume(id),
    destroy: (id) => watched(adapter.destroy(id)),
    revokeByGrantId: (grantId) => adapter.revokeByGrantId(grantId),
  }
}
