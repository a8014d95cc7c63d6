/**
 * A client of a fleet of Snowkeeper nodes. Begin at {@link io.snowkeeper.client.SnowkeeperClient#builder}.
 *
 * <p>Ids come from whichever node answers; a node that does not is passed over. No id is handed out twice.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.client;
