package io.snowkeeper.node.redis.codec;

import io.netty.handler.codec.redis.RedisMessage;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.text.SortableIdFormat;
import java.util.List;

/**
 * An array of many sortable ids, which is written piece by piece.
 *
 * @param ids not copied
 */
public record SortableIdsMessage(List<SortableId> ids, SortableIdFormat format) implements RedisMessage {}
