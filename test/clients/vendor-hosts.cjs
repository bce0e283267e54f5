// Preloaded into a client's process: sends its requests for the vendor's hosts to our service, with the paths that
// the client builds.
const http = require('node:http')
const https = require('node:https')

const base = new URL(process.env.BASE_URL)
const prefixes = {
  'api.mojang.com': '',
  'sessionserver.mojang.com': '',
  'authserver.mojang.com': '/auth',
}

https.request = ({ agent: _agent, ...options }, answered) => {
  const prefix = prefixes[options.hostname ?? options.host]
  if (prefix === undefined) throw new Error(`nothing replaces ${options.hostname ?? options.host}`)
  const { hostname, port } = base
  const path = `${prefix}${options.path}`
  return http.request({ ...options, protocol: 'http:', host: hostname, hostname, port, path }, answered)
}
