package io.snowkeeper.springtest.bills.jdbc;

import io.snowkeeper.spring.id.SnowkeeperId;
import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.Table;

@Table
record Bill(@Id @SnowkeeperId Long id, long billNumber, String orderKey) {}
