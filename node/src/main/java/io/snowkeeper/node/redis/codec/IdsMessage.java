package io.snowkeeper.node.redis.codec;

import io.netty.handler.codec.redis.RedisMessage;
import io.snowkeeper.embedded.id.IdRuns;
import io.snowkeeper.node.service.message.IdFormat;

/**
 * An array of many ids, which is written piece by piece.
 *
 * @param ids not copied
 */
public record IdsMessage(IdRuns ids, IdFormat format) implements RedisMessage {}
