// The health check of an image: exit status 0 where the service can serve. NORN_METRICS_LISTEN stays as it is.
'use strict'
const { get } = require('node:http')

get('http://127.0.0.1:9464/readyz', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on(
  'error',
  () => process.exit(1),
)
