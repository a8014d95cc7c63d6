/** Ids in JSON, as texts; for Jackson 2 and 3. Nothing else there knows them. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.spring.json;
