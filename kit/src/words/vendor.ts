// This file and clients.ts alone have the vendor's words: clients and servers have these paths and hosts built in.

/** The word of the game in paths. */
export const gameWord = 'minecraft'

/** The path under which clients that are led to a root look for the vendor's newer services. */
export const servicesPath = '/minecraftservices'

/** Domains to which nothing is ever sent. */
export const vendorDomains = [
  'mojang.com',
  'minecraft.net',
  'minecraftservices.com',
  'minecraft-services.net',
  'microsoft.com',
  'microsoftonline.com',
  'live.com',
  'xboxlive.com',
]

/** The member `agent` that launchers send. */
export const agent = { name: 'Minecraft', version: 1 }

/** The scope by which an access token of OAuth may join servers, in the two spellings that are in use. */
export const joinScopes = ['Yggdrasil.Server.Join', 'minecraft_server_session', 'game_server_session']
