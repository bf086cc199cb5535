/** Menus, dialogs and tabs: Ariakit's behaviour, our look. */
import { Dialog as AriaDialog, DialogDismiss, DialogHeading } from '@ariakit/react/dialog';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuButton,
  MenuProvider,
} from '@ariakit/react/menu';
import { Tab, TabList, TabPanel, TabProvider } from '@ariakit/react/tab';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

/** A button that opens a menu of {@link MenuItem}s. */
export function Menu(props: {
  readonly label: ReactNode;
  /** Spoken name where the label alone does not say it. */
  readonly name?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <MenuProvider>
      <MenuButton className={props.className ?? 'btn'} aria-label={props.name}>
        {props.label}
        <Icon name="down" size={9} />
      </MenuButton>
      {/* In its place, so that it stays in its landmark. */}
      <AriaMenu className="menu" gutter={4} unmountOnHide>
        {props.children}
      </AriaMenu>
    </MenuProvider>
  );
}

export function MenuItem(props: {
  readonly onSelect: () => void;
  /** Of a choice: marked where it is the one in use. */
  readonly selected?: boolean | undefined;
  readonly children: ReactNode;
}) {
  return (
    <AriaMenuItem
      className="menu-item"
      onClick={props.onSelect}
      aria-current={props.selected === true ? 'true' : undefined}
    >
      {props.selected === undefined ? null : (
        <span className="menu-mark">{props.selected ? <Icon name="check" /> : null}</span>
      )}
      {props.children}
    </AriaMenuItem>
  );
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <div className="menu-label">{children}</div>;
}

export function Dialog(props: {
  readonly title: ReactNode;
  readonly open: boolean;
  readonly onClose: () => void;
  /** A sheet comes from the right edge. */
  readonly sheet?: boolean | undefined;
  readonly children: ReactNode;
}) {
  return (
    <AriaDialog
      open={props.open}
      onClose={props.onClose}
      className={props.sheet === true ? 'dialog sheet' : 'dialog'}
      backdrop={<div className="backdrop" />}
      unmountOnHide
    >
      <div className="dialog-head">
        <DialogHeading className="dialog-title">{props.title}</DialogHeading>
        <span className="grow" />
        <DialogDismiss className="btn btn-plain" aria-label="Close">
          <Icon name="close" />
        </DialogDismiss>
      </div>
      {props.children}
    </AriaDialog>
  );
}

export interface TabItem {
  readonly id: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

export function Tabs(props: {
  readonly label: string;
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  readonly items: readonly TabItem[];
}) {
  return (
    <TabProvider
      selectedId={props.selected}
      setSelectedId={(id) => {
        if (typeof id === 'string') props.onSelect(id);
      }}
    >
      <TabList className="tab-list" aria-label={props.label}>
        {props.items.map((item) => (
          <Tab key={item.id} id={item.id} className="tab">
            {item.label}
          </Tab>
        ))}
      </TabList>
      {props.items.map((item) => (
        <TabPanel key={item.id} tabId={item.id} unmountOnHide>
          {item.content}
        </TabPanel>
      ))}
    </TabProvider>
  );
}
