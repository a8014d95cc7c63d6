/** The lines of the protocol as a client writes and reads them: requests, answers, and their pairing. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.client.internal.wire;
