// Preloaded into a client's process: what it sends to the vendor's hosts goes to a service of ours. The
// paths are as the client makes them.
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
  if (prefix === undefined) throw new Error(`nothing stands in for ${options.hostname ?? options.host}`)
  const { hostname, port } = base
  const path = `${prefix}${options.path}`
  return http.request({ ...options, protocol: 'http:', host: hostname, hostname, port, path }, answered)
}
