/**
 * A client of a fleet of Snowkeeper nodes. Begin at {@link io.snowkeeper.client.SnowkeeperClient#builder}.
 *
 * <p>Ids come from any node that answers; a node that does not is skipped. No id is handed out twice.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.client;
