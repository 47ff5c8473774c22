/** A question about a package's code, in words that do not repeat the name of what answers it. */
export interface CodeQuestion {
  readonly question: string;
  /** Files that answer it; one of them is enough. */
  readonly files: readonly string[];
  /** Text of a line that the passage must contain to count as exact. */
  readonly symbol?: string;
}

const ask = (
  question: string,
  files: string | readonly string[],
  symbol?: string,
): CodeQuestion => ({
  question,
  files: typeof files === 'string' ? [files] : files,
  ...(symbol === undefined ? {} : { symbol }),
});

/** Questions about the sources of zod's version 4, which are among the dependencies. */
export const zodQuestions: readonly CodeQuestion[] = [
  ask('turn a schema into the standard format for describing JSON documents', [
    'core/to-json-schema.ts',
    'core/json-schema-generator.ts',
    'core/json-schema-processors.ts',
  ]),
  ask(
    'readable multi-line text of everything that was wrong with the input',
    'core/errors.ts',
    'function prettifyError',
  ),
  ask(
    'build an object with the same fields, all of them optional',
    'core/util.ts',
    'function partial(',
  ),
  ask(
    'remainder of a division of decimal numbers without rounding mistakes',
    'core/util.ts',
    'function floatSafeRemainder',
  ),
  ask('keep only some of the keys of an object schema', 'core/util.ts', 'function pick('),
  ask('pattern that an e-mail address must match', 'core/regexes.ts', 'export const email'),
  ask('make a URL-friendly name from a title', 'core/util.ts', 'function slugify'),
  ask('detect that a schema refers to itself', 'core/memoizer.ts', 'function isRecursiveSchema'),
  ask('place that remembers metadata which was attached to schemas', 'core/registries.ts'),
  ask('hexadecimal text to bytes', 'core/util.ts', 'function hexToUint8Array'),
  ask('German wording of the messages', 'locales/de.ts'),
  ask('create a schema from a JSON Schema document', 'classic/from-json-schema.ts'),
];

export const undiciQuestions: readonly CodeQuestion[] = [
  ask('where is a redirect followed', [
    'lib/handler/redirect-handler.js',
    'lib/interceptor/redirect.js',
    'lib/web/fetch/index.js',
  ]),
  ask('how long to wait before a failed call is tried again', 'lib/handler/retry-handler.js'),
  ask('read credentials from the address of a proxy', 'lib/dispatcher/proxy-agent.js'),
  ask(
    'hosts that must not go through the proxy, from environment variables',
    'lib/dispatcher/env-http-proxy-agent.js',
  ),
  ask('keep answers on disk in a database', 'lib/cache/sqlite-cache-store.js'),
  ask('is a stored answer still fresh enough to be reused', [
    'lib/handler/cache-handler.js',
    'lib/interceptor/cache.js',
    'lib/util/cache.js',
  ]),
  ask('look up the address of a host name and remember it', 'lib/interceptor/dns.js'),
  ask('open an encrypted connection to a server and reuse TLS sessions', 'lib/core/connect.js'),
  ask('distribute calls among several servers by weight', 'lib/dispatcher/balanced-pool.js'),
  ask('unzip the body of an answer with gzip or brotli', [
    'lib/interceptor/decompress.js',
    'lib/web/fetch/index.js',
  ]),
  ask('parse a multipart body into form fields and files', 'lib/web/fetch/formdata-parser.js'),
  ask('mask and build the bytes of a websocket message', [
    'lib/web/websocket/frame.js',
    'lib/web/websocket/sender.js',
  ]),
  ask('compress websocket messages', 'lib/web/websocket/permessage-deflate.js'),
  ask('split server-sent events into fields', 'lib/web/eventsource/eventsource-stream.js'),
  ask(
    'verify that a resource has the expected hash',
    'lib/web/subresource-integrity/subresource-integrity.js',
  ),
  ask('read the expiry and path attributes of a cookie', 'lib/web/cookies/parse.js'),
  ask('record real answers and play them back in tests', [
    'lib/mock/snapshot-agent.js',
    'lib/mock/snapshot-recorder.js',
  ]),
  ask('cheap coarse timers with low resolution', 'lib/util/timers.js'),
  ask('turn a date of a header into a number', 'lib/util/date.js'),
  ask('circular buffer for waiting entries', 'lib/dispatcher/fixed-queue.js'),
];

export const fastifyQuestions: readonly CodeQuestion[] = [
  ask('limit how large a body may be', ['lib/contentTypeParser.js', 'lib/route.js']),
  ask('choose the parser of a body by its media type', 'lib/contentTypeParser.js'),
  ask('what happens when no route matches', 'lib/fourOhFour.js'),
  ask('listen on both IPv4 and IPv6 addresses of localhost', 'lib/server.js'),
  ask('attach a property to every reply or request, and refuse duplicates', 'lib/decorate.js'),
  ask('check that a plugin fits the version of the framework', 'lib/pluginUtils.js'),
  ask('give each plugin its own encapsulated instance', 'lib/pluginOverride.js'),
  ask('run the functions registered for a phase one after another', 'lib/hooks.js'),
  ask('number each incoming call, or take its id from a header', 'lib/reqIdGenFactory.js'),
  ask('believe the forwarded address that a load balancer sent', 'lib/request.js'),
  ask('send trailing headers after the body', 'lib/reply.js', 'function sendTrailer'),
  ask(
    'stream a readable to the client and destroy it on failure',
    'lib/reply.js',
    'function sendStream',
  ),
  ask('await the promise that a handler returned and send its value', 'lib/wrapThenable.js'),
  ask('answer HEAD calls automatically from the GET handler', ['lib/headRoute.js', 'lib/route.js']),
  ask('compile the functions that check query string, params and body', [
    'lib/validation.js',
    'lib/schema-controller.js',
  ]),
  ask('catch what a handler threw and choose the status code', 'lib/error-handler.js'),
  ask('hide or shorten what of a request is written to the log', [
    'lib/logger-pino.js',
    'lib/logger-factory.js',
  ]),
  ask('reject unknown options given at startup', [
    'lib/initialConfigValidation.js',
    'lib/configValidator.js',
  ]),
  ask('stop accepting connections and close idle ones when shutting down', [
    'lib/server.js',
    'fastify.js',
  ]),
  ask('shared schemas that others refer to by id', ['lib/schemas.js', 'lib/schema-controller.js']),
];

export const webpackQuestions: readonly CodeQuestion[] = [
  ask('replace free variables with constants at compile time', 'lib/DefinePlugin.js'),
  ask('delete old output files before writing new ones', 'lib/CleanPlugin.js'),
  ask('decide which modules go into shared chunks', 'lib/optimize/SplitChunksPlugin.js'),
  ask('join several ES modules into one scope', [
    'lib/optimize/ConcatenatedModule.js',
    'lib/optimize/ModuleConcatenationPlugin.js',
  ]),
  ask(
    'drop modules that have no side effects according to package.json',
    'lib/optimize/SideEffectsFlagPlugin.js',
  ),
  ask('shorten the names of exports', 'lib/optimize/MangleExportsPlugin.js'),
  ask('store compilation results on disk between runs', [
    'lib/cache/PackFileCacheStrategy.js',
    'lib/cache/IdleFileCachePlugin.js',
  ]),
  ask('detect whether a file has changed since the snapshot', 'lib/FileSystemInfo.js'),
  ask('compile a page only when the browser asks for it', [
    'lib/hmr/LazyCompilationPlugin.js',
    'lib/hmr/lazyCompilationBackend.js',
  ]),
  ask('share one copy of a library between separately built applications', [
    'lib/sharing/SharePlugin.js',
    'lib/sharing/ConsumeSharedPlugin.js',
    'lib/sharing/ProvideSharedPlugin.js',
    'lib/container/ModuleFederationPlugin.js',
    'lib/sharing/ConsumeSharedModule.js',
    'lib/sharing/ConsumeSharedRuntimeModule.js',
  ]),
  ask('warn when the emitted files are too big', [
    'lib/performance/SizeLimitsPlugin.js',
    'lib/performance/AssetsOverSizeLimitWarning.js',
    'lib/performance/EntrypointsOverSizeLimitWarning.js',
  ]),
  ask('put a comment with the licence at the top of each file', 'lib/BannerPlugin.js'),
  ask('embed small images as base64 in the bundle', [
    'lib/asset/AssetGenerator.js',
    'lib/asset/AssetModulesPlugin.js',
  ]),
  ask('fetch modules from a web server and lock their versions', 'lib/schemes/HttpUriPlugin.js'),
  ask('report how far the build has come in percent', 'lib/ProgressPlugin.js'),
  ask(
    'find imports inside JavaScript source by walking its syntax tree',
    'lib/javascript/JavascriptParser.js',
  ),
  ask('compare versions and ranges of packages', 'lib/util/semver.js'),
  ask('run only a limited number of jobs at once', [
    'lib/util/Semaphore.js',
    'lib/util/AsyncQueue.js',
  ]),
  ask('write the mapping from generated code to original lines', [
    'lib/SourceMapDevToolPlugin.js',
    'lib/EvalSourceMapDevToolPlugin.js',
  ]),
  ask('read a browserslist query to know what the target supports', [
    'lib/config/browserslistTargetHandler.js',
    'lib/config/target.js',
  ]),
];
