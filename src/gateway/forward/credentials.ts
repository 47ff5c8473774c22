/** Key that the gateway puts into requests. It is asked for each request, and never kept here. */
export interface KeySource {
  /**
   * Returns the headers that authorize a request, by name.
   * @throws UserError with what to do if there is no key
   */
  headers(): Promise<Readonly<Record<string, string>>>;
  /** Called when the API has refused the key. */
  refused(): void;
}
