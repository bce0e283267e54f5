import type { IncomingMessage, ServerResponse } from 'node:http'
import Fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { answerBrokenRequest } from '../errors/broken-request.ts'
import { commonErrors } from '../errors/common-errors.ts'
import { commonTable } from '../errors/error-table.ts'
import { errorHandler } from '../errors/errors.ts'
import { rootAddress } from '../paths/root-address.ts'
import { checkOnly, serializer } from './compiled-schemas.ts'
import { closeAfterAnswers, watchConnections } from './connections.ts'
import { tidyForwarded } from './forwarded.ts'
import { readQuery } from './query.ts'
import type { Routes } from './typed-fastify.ts'
import { decodableUrl } from './url.ts'

/** In bytes, for the protocols' requests; uploads set their own limit. */
export const bodyLimit = 64 * 1024

/** A slow client is disconnected after this many milliseconds: no request here takes long to send. */
export const requestTimeout = 15_000

export const headersTimeout = 10_000

/** A connection on which nothing moves for this long is closed, in milliseconds: its client does not read the answer. */
export const stillTimeout = 60_000

export const maxHeaderSize = 16 * 1024

/** The router's options. */
export const matching = { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: 16 * 1024 }

/**
 * Creates the bare server with its limits, parsing and validation; app.ts adds the routes. `base` is the path of
 * the base URL.
 */
export function createServer(context: Context, base: string): Routes {
  const boot = context.random.bytes(4).toString('hex')
  let count = 0
  const addressOf = rootAddress(base)
  const app = Fastify({
    logger: false,
    // Without a logger, the framework would still make the objects of its two lines for each request.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout,
    connectionTimeout: stillTimeout,
    http: {
      headersTimeout,
      maxHeaderSize,
      connectionsCheckingInterval: 1000,
      // No route reads the header, and the runtime's own answer would have no body.
      requireHostHeader: false,
    },
    trustProxy: trust(context),
    rewriteUrl: (request) => decodableUrl(addressOf(request)),
    routerOptions: { ...matching, querystringParser: readQuery },
    genReqId: () => `${boot}-${(++count).toString(36)}`,
    forceCloseConnections: 'idle',
    // Requests that arrive during shutdown are answered normally.
    return503OnClosing: false,
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) =>
      errorHandler(commonTable)(error, request, reply),
    clientErrorHandler: answerBrokenRequest(context.log, commonErrors.body_unreadable),
  })
    .setValidatorCompiler(checkOnly)
    .setSerializerCompiler(serializer)
  tidyForwarded(app)
  // The last listener that is added calls those before it, so that the server has a single listener to call.
  watchConnections(app.server)
  app.addHook('preClose', (done) => {
    closeAfterAnswers(app.server)
    done()
  })
  // Unknown expectations may be ignored (RFC 9110, section 10.1.1) instead of answering 417 without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    // While an earlier request of the connection is being answered, this would end up between the header and the
    // body of that answer.
    if (response.socket) response.writeContinue()
    app.server.emit('request', request, response)
  })
  return app
}

/** All addresses, as two ranges: the framework refuses a prefix of zero bits. */
const halves: Readonly<Record<string, readonly string[]>> = {
  '0.0.0.0/0': ['0.0.0.0/1', '128.0.0.0/1'],
  '::/0': ['::/1', '8000::/1'],
}

const trust = ({ config: { trustProxy } }: Context) =>
  trustProxy.length > 0 ? trustProxy.flatMap((range) => halves[range] ?? [range]) : false
