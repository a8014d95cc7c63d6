/** Redis' protocol (RESP2 and RESP3), from bytes to commands and from answers to bytes. */
@NullMarked
package io.snowkeeper.node.redis.codec;

import org.jspecify.annotations.NullMarked;
