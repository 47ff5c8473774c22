/** Names of files whose content is secret by custom; `*` is any text, letters in any case. */
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
/** Code may be named so, too, and hold nothing. */
const doubtful = ['credentials.* .credentials.* secret.* secrets.*'];
/** Made to be shared, though their names are like those above. */
const open = ['.env.example .env.sample .env.template .env.dist'];
/** Folders that hold nothing else. */
const folders = new Set(['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.gcloud']);

const secretName = toPattern(names);
const doubtfulName = toPattern(doubtful);
const openName = toPattern(open);

/**
 * Whether the name of a file says that its content is secret: keys, passwords, environments.
 * @param path with `/` or `\`
 */
export function isSecretFile(path: string): boolean {
  const { name, parents } = partsOf(path);
  return parents.some(part => folders.has(part)) || (secretName.test(name) && !openName.test(name));
}

/** As `isSecretFile`; also of code that may hold secrets by its name. */
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
