const form = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/

/**
 * Splits a PostgreSQL URL into one URL per server: `postgres://user@a:1,b:2/norn` names two servers. Returns undefined
 * if the text is not such a URL.
 */
export function serversOf(url: string): readonly string[] | undefined {
  const [, before, hosts, after] = form.exec(url) ?? []
  if (before === undefined || hosts === undefined || after === undefined) return undefined
  const servers = hosts.split(',').map((host) => `${before}${host}${after}`)
  return servers.every((server) => URL.canParse(server)) ? servers : undefined
}
