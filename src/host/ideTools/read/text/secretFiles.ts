/** Names of files and folders that hold keys and passwords by custom. */
const secretNames: readonly RegExp[] = [
  /^\.env(\..+)?$/i,
  /^\.?(netrc|pgpass|git-credentials|htpasswd|vault_pass)$/i,
  /^\.(npmrc|pypirc|dockercfg)$/i,
  /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$/i,
  /\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg)$/i,
  /^(credentials|secrets)(\.(json|ya?ml|toml|ini))?$/i,
  /^service[-_]account.*\.json$/i,
  /^terraform\.tfstate(\.backup)?$/i,
];
const secretFolders: ReadonlySet<string> = new Set(['.ssh', '.gnupg', '.aws', '.kube', '.azure']);
/** These show how the secret one is written, without secrets. */
const harmless = /^\.env\.(example|sample|template|dist|defaults?)$/i;

/** Whether a file holds secrets by its name; it may be listed and is not read. @param path of any style */
export function isSecretFile(path: string): boolean {
  const parts = path.split(/[\\/]/);
  const name = parts.at(-1) ?? '';
  return (
    (!harmless.test(name) && secretNames.some(pattern => pattern.test(name))) ||
    parts.slice(0, -1).some(folder => secretFolders.has(folder.toLowerCase()))
  );
}
