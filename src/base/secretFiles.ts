/** Names of files with secret content by convention; `*` is any text, case is ignored. */
const names = [
  '.env .env.* *.env .envrc',
  '*.pem *.key *.p12 *.pfx *.p8 *.jks *.keystore *.ppk *.kdbx *.ovpn *.asc *.gpg',
  'id_rsa id_dsa id_ecdsa id_ed25519 id_*_sk',
  '.netrc _netrc netrc .npmrc .yarnrc.yml .pypirc .my.cnf .pgpass pgpass .vault_pass vault_pass',
  '.git-credentials git-credentials .htpasswd htpasswd .dockercfg .dockerconfigjson',
  'kubeconfig *.kubeconfig .terraformrc terraform.rc *.tfvars *.tfvars.json *.tfstate *.tfstate.backup',
  'credentials secrets credentials.data secrets.data *.secret *.secrets',
  'service-account*.json service_account*.json client_secret*.json auth.json',
];
/** Names that code files without secrets may also have. */
const doubtful = ['credentials.* .credentials.* secret.* secrets.*'];
/** Names of files made for sharing, although they resemble those above. */
const open = ['.env.example .env.sample .env.template .env.dist'];
/** Folders that hold only secrets. */
const folders = new Set(['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.gcloud']);

const secretName = toPattern(names);
const doubtfulName = toPattern(doubtful);
const openName = toPattern(open);

/**
 * Checks whether a file's name marks its content as secret: keys, passwords, environments.
 * @param path with `/` or `\`
 */
export function isSecretFile(path: string): boolean {
  const { name, parents } = partsOf(path);
  return parents.some(part => folders.has(part)) || (secretName.test(name) && !openName.test(name));
}

/** Works like `isSecretFile`, but includes code whose name suggests secrets. */
export function mayHoldSecrets(path: string): boolean {
  return isSecretFile(path) || doubtfulName.test(partsOf(path).name);
}

function partsOf(path: string): { name: string; parents: readonly string[] } {
  const parents = path.toLowerCase().split(/[\\/]/);
  return { name: parents.pop() ?? '', parents };
}

function toPattern(lines: readonly string[]): RegExp {
  const alternatives = lines
    .flatMap(line => line.split(' '))
    .map(name =>
      name
        .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll('*', '.*')
        .replace('\\.data', '\\.(?:json|ya?ml|toml|ini|env|txt|xml|cfg|conf|properties)'),
    );
  return new RegExp(`^(?:${alternatives.join('|')})$`);
}
