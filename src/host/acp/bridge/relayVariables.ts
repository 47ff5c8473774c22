/** Environment variables of the relay; arguments could be read by every user of the machine. */
export const urlVariable = 'TANDEM_TOOLS_URL';
export const tokenVariable = 'TANDEM_TOOLS_TOKEN';
