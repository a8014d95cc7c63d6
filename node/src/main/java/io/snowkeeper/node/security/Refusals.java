package io.snowkeeper.node.security;

/**
 * The counts of a port's refusals beyond its limits, since its start.
 *
 * @param connections connections beyond the port's limit
 * @param connectionsOfAddresses connections beyond the limit of one address
 * @param requestsOfAddresses requests beyond the limit of one address
 */
public record Refusals(long connections, long connectionsOfAddresses, long requestsOfAddresses) {}
