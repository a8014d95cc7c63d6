package io.snowkeeper.node.security;

/**
 * The counts of what a port has refused since its start, since there was too much of it.
 *
 * @param connections connections beyond what the port takes altogether
 * @param connectionsOfAddresses connections beyond what it takes from one address
 * @param requestsOfAddresses requests beyond what it takes from one address
 */
public record Refusals(long connections, long connectionsOfAddresses, long requestsOfAddresses) {}
