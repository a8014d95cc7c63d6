package io.snowkeeper.core.sortable;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Objects;
import java.util.UUID;

/**
 * An id of 16 bytes that sorts by time. A {@link SortableLayout} reads its parts.
 *
 * @param high the first 8 bytes, the highest first
 * @param low the last 8 bytes
 */
public record SortableId(long high, long low) implements Comparable<SortableId> {

    /**
     * Reads an id.
     *
     * @throws IndexOutOfBoundsException if there are not 16 bytes from the offset on
     */
    public static SortableId fromBytes(byte[] source, int offset) {
        Objects.checkFromIndexSize(offset, SortableLayout.ID_BYTES, source.length);
        return new SortableId(BigEndian.readLong(source, offset), BigEndian.readLong(source, offset + Long.BYTES));
    }

    /** Returns the id with the same 16 bytes. */
    public static SortableId fromUuid(UUID uuid) {
        return new SortableId(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    }

    /** Returns the 16 bytes. */
    public byte[] toBytes() {
        return ByteBuffer.allocate(SortableLayout.ID_BYTES)
                .putLong(high)
                .putLong(low)
                .array();
    }

    /**
     * Returns a UUID with the same 16 bytes, for columns of that type. Its version and variant are those of no standard, unless
     * it was made as {@link UuidV7} says. Databases compare UUIDs as bytes, but {@link UUID#compareTo} compares signed numbers: sort
     * these ids, not their UUIDs.
     */
    public UUID toUuid() {
        return new UUID(high, low);
    }

    /** Compares as unsigned bytes: the order in which a node issued them. */
    @Override
    public int compareTo(SortableId other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    /** Returns the 32 hex digits. */
    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }
}
