/** The lines of the protocol as a client writes and reads them: requests, answers, and what pairs them. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.client.internal.wire;
